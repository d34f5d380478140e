import { Problem } from '@governance/kernel';
import { requestContext } from '@governance/runtime';
import { type IncomingMessage } from 'node:http';

/**
 * Checks the headers of a request before its path is matched, so that the surface answers it and not Node or Express, and
 * normalizes its target so that every path can be matched.
 */
export function prepareRequest(req: IncomingMessage): void {
  const target = originForm(req.url ?? '');
  req.url = target === undefined ? '/' : decodable(target);
  const flaw = target === undefined ? 'the request target is not valid' : hostFlaw(req);
  if (flaw !== undefined) requestContext(req).flaw = new Problem('invalid', flaw);
}

/** RFC 9110, 10.1.1: the only defined expectation is `100-continue`, which Node handles. */
export function refuseExpectation(req: IncomingMessage): void {
  const text = 'the only supported expectation is 100-continue';
  requestContext(req).flaw = new Problem('expectation_failed', text);
}

/** RFC 9112, 3.2: exactly one `Host`; only HTTP/1.0 may omit it. */
function hostFlaw({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'the header Host must be sent once';
  return hosts === 0 && httpVersion === '1.1' ? 'the header Host is missing' : undefined;
}

/** RFC 9112, 3.2.2: a server also accepts an absolute target. Undefined when the target is neither. */
function originForm(target: string): string | undefined {
  if (target.startsWith('/') || target === '*') return target;
  const [origin] = /^https?:\/\/[^/?#]+/i.exec(target) ?? [];
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A segment that is not percent-encoded UTF-8 is taken literally: no resource has such a name. */
function decodable(target: string): string {
  const end = target.search(/[?#]/);
  const path = end === -1 ? target : target.slice(0, end);
  if (!path.includes('%')) return target;
  const segments = path
    .split('/')
    .map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')));
  return segments.join('/') + target.slice(path.length);
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}
