"""Say which Overtrick is installed and insist that it is the wheel; or print a group of requirements.

python tools/where.py                        fails unless overtrick is imported from site-packages
python tools/where.py --requirements test    the run-time dependencies and those of one extra, one a line.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

__all__ = ["main", "requirements"]


def requirements(extra: str) -> list[str]:
    """What pyproject.toml asks for at run time and for one extra, without the blanks a shell would split."""
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"][extra]]
    return [text.replace(" ", "") for text in wanted]


def main(arguments: list[str]) -> int:
    """0 when all is well, else 1 with the reason on standard error."""
    if arguments[:1] == ["--requirements"]:
        sys.stdout.write("\n".join(requirements(arguments[1])) + "\n")
        return 0
    import overtrick

    home = Path(overtrick.__file__).resolve()
    if "site-packages" not in home.parts:
        sys.stderr.write(f"overtrick comes from {home}, not from an installed wheel\n")
        return 1
    sys.stdout.write(f"testing overtrick {overtrick.__version__} from {home.parent.relative_to(Path(sys.prefix))}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
