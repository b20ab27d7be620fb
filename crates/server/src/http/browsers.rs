//! What browsers are told about every answer: what it may do, and whose it is.
//!
//! That a host is to be asked by HTTPS only (`Strict-Transport-Security`) is left to the proxy that speaks
//! HTTPS for raum: only it knows.

use axum::{
    Router,
    http::{HeaderName, HeaderValue, header},
    middleware::map_response,
    response::Response,
};

/// What the page needs, all from its own host, and nothing else.
/// - WebAssembly counts as a script that is made at run time.
/// - Styles are files: React sets single ones by script, which needs no leave.
/// - Vite puts small images into the files that use them, as `data:`.
/// - `connect-src 'self'` holds for a WebSocket to the same host and port, too, in all browsers since 2022.
/// - The service worker keeps the page for days without a network: the only worker.
/// - The manifest says what the page is called and looks like once it is installed.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; \
    img-src 'self' data:; \
    connect-src 'self'; \
    worker-src 'self'; \
    manifest-src 'self'; \
    base-uri 'none'; \
    form-action 'none'; \
    frame-ancestors 'none'";

/// What a board game has no use for. What it may come to use (sound, full screen, sharing and copying a
/// room's address, a screen that stays on) is as the browser has it.
const PERMISSIONS_POLICY: &str = "accelerometer=(), camera=(), clipboard-read=(), display-capture=(), \
    encrypted-media=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), \
    magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), \
    publickey-credentials-create=(), publickey-credentials-get=(), serial=(), storage-access=(), usb=(), \
    window-management=(), xr-spatial-tracking=()";

const EVERYWHERE: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    // What `frame-ancestors` says, for what does not read it.
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // A room's address lets people in: other sites need not see it.
    (header::REFERRER_POLICY, "no-referrer"),
    // A page that opened this one, or is opened by it, has no hold on it.
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        PERMISSIONS_POLICY,
    ),
];

/// Other sites load nothing of the page. They may use the rooms, if they are allowed to.
const ON_THE_PAGE: [(HeaderName, &str); 1] = [(
    HeaderName::from_static("cross-origin-resource-policy"),
    "same-origin",
)];

/// All that the program answers, with what holds for all of it.
pub(crate) fn protect(everything: Router) -> Router {
    everything.layer(map_response(async |answer| say(answer, EVERYWHERE)))
}

/// The page, with what holds for it alone.
pub(crate) fn protect_page(page: Router) -> Router {
    page.layer(map_response(async |answer| say(answer, ON_THE_PAGE)))
}

fn say<const COUNT: usize>(
    mut answer: Response,
    headers: [(HeaderName, &'static str); COUNT],
) -> Response {
    let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
    answer.headers_mut().extend(headers);
    answer
}
