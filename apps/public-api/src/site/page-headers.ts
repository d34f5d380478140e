import { applyDecorators, Header } from '@nestjs/common';

export interface PageOptions {
  /** Whether the page runs our scripts, which may call our API; none otherwise. */
  readonly scripts?: boolean;
  /** Whether the page has a form, which may be sent to us. */
  readonly forms?: boolean;
  /** Whether search engines may show the page. */
  readonly listed?: boolean;
}

/** Headers of every page: no caching, no foreign resources, no referrer. */
export function pageHeaders({ scripts = false, forms = false, listed = false }: PageOptions = {}): Readonly<
  Record<string, string>
> {
  const policy = [
    "default-src 'none'",
    ...(scripts ? ["script-src 'self'", "connect-src 'self'"] : []),
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${forms ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    ...(!listed && { 'x-robots-tag': 'noindex, nofollow' }),
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

/** Sends what the handler returns as a page. */
export function Page(options: PageOptions = {}): MethodDecorator {
  return applyDecorators(...Object.entries(pageHeaders(options)).map(([name, value]) => Header(name, value)));
}
