"""The linter's floors. `mathtext` finds mathematical text in prose, comments and LaTeX, and gives its trees.

`mathtokens` reads characters into tokens, `mathruns` cuts prose into runs of them, and `mathtext` has the grammar that
makes trees of the runs. All start without SymPy, evaluate nothing, and never raise on what `find` is given.
"""
