"""Audits: a user's own code held against the claims. One module an audit, each on the same rails.

`draftproof audit KIND ...` runs `checks/audit/KIND.py`. To add an audit, write that module with

    @click.command()
    @click.argument("subject", metavar="MODULE:CALLABLE")
    @limit_options                                   # --timeout and --memory
    def COMMAND(subject: str, limits: Limits) -> Audit: ...

`report.audits` finds it by its `COMMAND`, adds `--json` and `--junit`, prints the `Audit` that it returns, and exits
with 0 (no fault found), 1 (a fault on valid input) or 2 (`BadInput`: cannot be loaded, unusable options). Import what
is heavy inside functions, since `draftproof audit --help` imports every audit.

The user's code runs in a child process and nowhere else:

    with Subject.load("package.module:callable", limits=limits) as subject:   # BadInput if it cannot be loaded
        outcome = subject.ask({"anything": "JSON has"}, array_1, array_2)
        match outcome:
            case Returned(data, arrays): ...
            case Failed(kind, says, printed): ...    # kind: raised | hung | died | garbled | wrong_result

In the child, a *driver* answers: a function `drive(target, data, arrays) -> (data, arrays)` of this package, given as
`driver="draftproof.checks.audit.KIND_driver:drive"` (keep its imports light); `target` is what the user named. The
default, `drive.call`, is `target(*arrays)` and gives back the array that it returned: `returned_array(outcome, dtype,
shape)` checks it. A driver that runs a whole trace for one message costs one round trip (about 0.1 ms) a trace; it
catches what is allowed to be raised, raises `WrongResult(says)` for what the user's code must not return, and lets
everything else through: that is `raised`. After `hung`, `died` and `garbled` (`failed.ends_child`) the next `ask`
starts a fresh child, which costs the user's imports again, so do not shrink such a failure. Messages are JSON and NumPy
arrays, never pickles.

Modules: `wire` (messages), `child` and `drive` (in the child), `subject` (`Subject`, `Limits`, `limit_options`),
`outcome` (`Returned`, `Failed`, `Fault`, `Audit`). What is found is a `Fault` (one line, the smallest counterexample, a
runnable snippet); the rivals that behave as the subject does on all that was tried are the audit's diagnosis.
"""
