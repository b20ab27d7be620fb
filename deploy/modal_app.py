"""raum on Modal: `modal deploy deploy/modal_app.py`. See docs/deploy/modal.md.

All rooms are in one process, so at most one container runs, and it serves all connections.
"""

import pathlib
import subprocess

import modal

PORT = 8000
DATA = "/var/lib/raum"
# Modal counts a WebSocket as one input while it is open.
CONNECTIONS_MAX = 1000
ROOT = pathlib.Path(__file__).resolve().parent.parent


def command(program="raum", port=PORT, data=DATA):
    """The command to run in the container. Modal's proxy forwards client addresses."""
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
# The same release image as everywhere. Modal itself needs Python in it.
image = modal.Image.from_dockerfile(
    ROOT / "deploy" / "Dockerfile", context_dir=ROOT, add_python="3.12"
).entrypoint([])


@app.function(image=image, volumes={DATA: rooms}, max_containers=1, timeout=24 * 60 * 60)
@modal.concurrent(max_inputs=CONNECTIONS_MAX)
@modal.web_server(PORT, startup_timeout=60)
def serve():
    subprocess.Popen(command())
