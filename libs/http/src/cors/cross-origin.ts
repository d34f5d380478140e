import { requestContext } from '@governance/runtime';
import {
  type CorsOptions,
  type CorsOptionsDelegate,
} from '@nestjs/common/interfaces/external/cors-options.interface';
import { type Request } from 'express';
import { allowedMethods } from '../allowed-methods';
import { type OpenRoutes } from './open-routes';

/** The response headers that pages may read, besides those that browsers always show. */
export const exposedHeaders = [
  'Allow',
  'Api-Supported-Versions',
  'Content-Disposition',
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'Retry-After',
  'WWW-Authenticate',
  'X-Request-Id',
];

/** The request headers that pages may send, besides those that browsers always permit. */
export const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'X-Request-Id',
];

/** Browsers cache the response to a preflight for at most this long after an origin is removed. */
const maxAge = 600;

/** No header and no response of this part: the request continues. */
const none: CorsOptions = { origin: false };

/**
 * Decides which pages of other origins may call a surface (decisions 1): those of any origin on open routes, and those of
 * the listed origins on every route. Never with credentials: a page has to send the token itself.
 */
export function crossOrigin(
  listed: readonly string[],
  open: Pick<OpenRoutes, 'has'>,
): CorsOptionsDelegate<Request> {
  const optionsOf = (req: Request): CorsOptions => {
    const asked = preflightedMethod(req);
    if (req.method === 'OPTIONS' && asked === undefined) return none;
    const origin = originsOf(open.has(asked ?? req.method, req.path), listed);
    if (asked === undefined) return { origin, exposedHeaders };
    return isAdmitted(req, origin) ? preflightOptions(req, origin) : none;
  };
  return (req, callback) => {
    callback(null, optionsOf(req));
  };
}

type Origins = '*' | string[] | false;

/** The method of which a preflight asks; undefined for any other request. */
function preflightedMethod({ method, headers }: Request): string | undefined {
  return method === 'OPTIONS' ? headers['access-control-request-method'] : undefined;
}

function originsOf(isOpen: boolean, listed: readonly string[]): Origins {
  if (isOpen) return '*';
  return listed.length === 0 ? false : [...listed];
}

/** A malformed preflight gets the refusal of every malformed request. */
function isAdmitted(req: Request, origins: Origins): boolean {
  const { origin } = req.headers;
  if (origin === undefined || origins === false || requestContext(req).flaw) return false;
  return origins === '*' || origins.includes(origin);
}

/** A path without routes, such as that of a group that is not live, is answered as unknown. */
function preflightOptions(req: Request, origin: Origins): CorsOptions {
  const methods = allowedMethods(req);
  return methods.length === 0 ? none : { origin, methods, allowedHeaders, maxAge };
}
