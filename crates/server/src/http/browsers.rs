//! Security headers for browsers.
//!
//! `Strict-Transport-Security` is left to the proxy that terminates TLS: only it knows whether HTTPS works.

use axum::{
    Router,
    http::{HeaderName, HeaderValue, header},
    middleware::map_response,
    response::Response,
};

/// Allows what the page needs from its own host, and nothing else.
/// - WebAssembly counts as a script compiled at run time.
/// - Styles are files. React sets single properties by script, which needs no permission.
/// - Vite inlines small images as `data:`.
/// - `connect-src 'self'` includes WebSockets to the same host and port, in all browsers since 2022.
/// - The only worker is the service worker, which makes the page available offline.
/// - The manifest has the name and icons of the installed page.
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

/// Turns off features that a board game does not need. Others, such as sound, full screen, sharing and wake lock, keep
/// the browser's default.
const PERMISSIONS_POLICY: &str = "accelerometer=(), camera=(), clipboard-read=(), display-capture=(), \
    encrypted-media=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), local-fonts=(), \
    magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), \
    publickey-credentials-create=(), publickey-credentials-get=(), serial=(), storage-access=(), usb=(), \
    window-management=(), xr-spatial-tracking=()";

/// The same for the embed, which any site may frame. It has no worker and no manifest.
const EMBED_SECURITY_POLICY: &str = "default-src 'none'; \
    script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; \
    img-src 'self' data:; \
    connect-src 'self'; \
    base-uri 'none'; \
    form-action 'none'; \
    frame-ancestors *";

/// Marks the response that other sites may frame: the embed. Without the mark, no site may.
#[derive(Clone, Copy)]
pub(crate) struct Frameable;

const NOT_FRAMEABLE: [(HeaderName, &str); 2] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    // For clients that do not support `frame-ancestors`.
    (header::X_FRAME_OPTIONS, "DENY"),
];

const FRAMEABLE: [(HeaderName, &str); 1] =
    [(header::CONTENT_SECURITY_POLICY, EMBED_SECURITY_POLICY)];

const ALL_RESPONSES: [(HeaderName, &str); 4] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    // A room's URL grants access, so other sites must not see it.
    (header::REFERRER_POLICY, "no-referrer"),
    // Separates the page from windows of other origins that open it or that it opens.
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        PERMISSIONS_POLICY,
    ),
];

/// Other origins cannot load the page's files. They may use the API if they are allowed.
const PAGE_ONLY: [(HeaderName, &str); 1] = [(
    HeaderName::from_static("cross-origin-resource-policy"),
    "same-origin",
)];

/// Adds the headers of all responses.
pub(crate) fn protect(everything: Router) -> Router {
    everything.layer(map_response(async |answer: Response| {
        let answer = match answer.extensions().get::<Frameable>() {
            Some(Frameable) => add_headers(answer, FRAMEABLE),
            None => add_headers(answer, NOT_FRAMEABLE),
        };
        add_headers(answer, ALL_RESPONSES)
    }))
}

/// Adds the headers of the page.
pub(crate) fn protect_page(page: Router) -> Router {
    page.layer(map_response(async |answer| add_headers(answer, PAGE_ONLY)))
}

fn add_headers<const COUNT: usize>(
    mut answer: Response,
    headers: [(HeaderName, &'static str); COUNT],
) -> Response {
    let headers = headers.map(|(name, value)| (name, HeaderValue::from_static(value)));
    answer.headers_mut().extend(headers);
    answer
}
