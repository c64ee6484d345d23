"""`python -m draftproof.report.documents DIR`: the documents of the repository (`make docs`)."""

import sys

from .published import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
