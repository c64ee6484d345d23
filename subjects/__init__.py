"""The user's code, run in a child process and nowhere else, and what an audit says of it.

    with Subject.load("package.module:callable", limits=limits) as subject:   # BadInput if it cannot be loaded
        outcome = subject.ask({"anything": "JSON has"}, array_1, array_2)
        match outcome:
            case Returned(data, arrays): ...
            case Failed(kind, says, printed): ...    # kind: raised | hung | died | garbled | wrong_result

In the child, a *driver* answers: a function `drive(target, data, arrays) -> (data, arrays)` of the audit's folder, given
as `driver="draftproof.FOLDER.audit.KIND_driver:drive"` (keep its imports light); `target` is what the user named. The
default, `drive.call`, is `target(*arrays)` and gives back the array that it returned: `returned_array(outcome, dtype,
shape)` checks it. A driver that runs a whole trace for one message costs one round trip (about 0.1 ms) a trace; it
catches what is allowed to be raised, raises `WrongResult(says)` for what the user's code must not return, and lets
everything else through: that is `raised`. After `hung`, `died` and `garbled` (`failed.ends_child`) the next `ask`
starts a fresh child, which costs the user's imports again, so do not shrink such a failure. Messages are JSON and NumPy
arrays, never pickles.

Modules: `wire` (messages), `child`, `load` and `drive` (in the child), `subject` (`Subject`, `Limits`, `limit_options`),
`here` (`Here`: an object of this process, asked as a `Subject` is),
`outcome` (`Returned`, `Failed`, `Fault`, `Audit`). What is found is a `Fault` (one line, the smallest counterexample, a
runnable snippet); the rivals that behave as the subject does on all that was tried are the audit's diagnosis.
"""
