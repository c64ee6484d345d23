"""Documents: the checked steps of chains, with their evidence, as something to publish.

    model         what a document says, as data: no format, nothing printed yet
    build         claims, derivations, figures and a ledger -> `model.Document`
    values        `--set alpha=0.7`: a reader's own numbers
    substituted   a statement with numbers put in: (1 - 0.7^6)/0.3 = 2.94
    rows          what a ledger says of a claim, as rows for a reader
    references    the works that sources name
    formats       the register of formats; one module or folder each (plain, markdown, latex, html)
    plots         what is drawn, chain by chain, from the claims' own formulas
    drawing       the drawings themselves, as SVG: scales, curves, intervals, graphs

A format gets the model and decides nothing but how it looks.
"""
