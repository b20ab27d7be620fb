"""raum on Modal: `modal deploy deploy/modal_app.py`. docs/deploy/modal.md says what to expect.

Rooms are in one process, so there is one container at most, which serves all connections at once.
"""

import pathlib
import subprocess

import modal

PORT = 8000
DATA = "/var/lib/raum"
# A WebSocket is an input for as long as it lasts.
CONNECTIONS_MAX = 1000
ROOT = pathlib.Path(__file__).resolve().parent.parent


def command(program="raum", port=PORT, data=DATA):
    """What runs in the container. Modal's proxy says who asks."""
    return [
        program,
        "serve",
        f"--listen=0.0.0.0:{port}",
        f"--data={data}",
        "--trust-proxy",
        f"--connections-max={CONNECTIONS_MAX}",
    ]


app = modal.App("raum")
rooms = modal.Volume.from_name("raum-rooms", create_if_missing=True)
# The release binary with the page in it, as everywhere. Modal itself needs a Python beside it.
image = modal.Image.from_dockerfile(
    ROOT / "deploy" / "Dockerfile", context_dir=ROOT, add_python="3.12"
).entrypoint([])


@app.function(image=image, volumes={DATA: rooms}, max_containers=1, timeout=24 * 60 * 60)
@modal.concurrent(max_inputs=CONNECTIONS_MAX)
@modal.web_server(PORT, startup_timeout=60)
def serve():
    subprocess.Popen(command())
