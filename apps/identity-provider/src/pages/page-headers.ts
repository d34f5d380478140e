/**
 * Headers of every page: no caching, no content from other sites, and forms post to this origin only.
 * Chromium applies `form-action` to redirects after a form as well, so no form is answered with a redirect to an
 * application. The page that a form leads to refreshes to the application instead.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy(),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** Headers of a page that runs our script. */
export const scriptedPageHeaders: typeof pageHeaders = {
  ...pageHeaders,
  'content-security-policy': [contentSecurityPolicy(), "script-src 'self'"].join('; '),
};

/** Without scripts. `origins`: further origins to which forms may lead. */
export function contentSecurityPolicy(...origins: readonly string[]): string {
  const formAction = ["'self'", ...origins].join(' ');
  return [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ');
}
