"""`draftproof lint`: wrong decoding arithmetic in code and prose. The floors, from the file to the finding:

============================  ======================================================================================
`run` `onefile`               many files, one file; `files` `ignored` `settings` `cache` say which, `suppress` what is hidden
`readers`                     a file of any format to a `document`: passages, formulas, where each stands
`formulas` `inlining`         formulas of prose by the grammar `mathtext`, and what they come to with definitions put in
`words` `roles` `evidence`    what quantity a name or a number is, and how well that is known
`catalogue` `matching`        which claim or rival of `derivations` a formula equals, up to algebra
`excuses`                     whether a mistake is stated as a mistake
`judges`                      a document to findings: one module a kind of mistake
`rules` `explained`           the codes, and what each is about
============================  ======================================================================================

Nothing of a file is executed, and nothing here imports SymPy but `collect`, which writes `catalogue.json` from the claims
(`python -m draftproof.checks.lint.collect`), and `symbolic`, which confirms a match. A new rival in `derivations` is found
with no change here.
"""
