/**
 * What every page is sent with: nothing is kept, nothing is loaded from elsewhere, nothing runs, and forms lead to us
 * alone. Chromium holds `form-action` against the redirects that follow a form, too: so no form is answered with a
 * redirect to an application. The page that a form leads to moves on by itself.
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

/** With the origins that forms may lead to, beside ours. */
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
