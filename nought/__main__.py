"""`python -m nought`: the command line, for an environment whose programs are not on the path."""

from api.cli import main

if __name__ == "__main__":
    main()
