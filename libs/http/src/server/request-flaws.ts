import { Problem } from '@governance/kernel';
import { requestContext } from '@governance/runtime';
import { type IncomingMessage } from 'node:http';

/**
 * Checks what a request says of itself before its path is looked at, so that its answer is given by the surface and not
 * by Node or Express, and gives its target a form in which every path can be matched.
 */
export function prepareRequest(req: IncomingMessage): void {
  const target = originForm(req.url ?? '');
  req.url = target === undefined ? '/' : decodable(target);
  const flaw = target === undefined ? 'the request target is not valid' : hostFlaw(req);
  if (flaw !== undefined) requestContext(req).flaw = new Problem('invalid', flaw);
}

/** RFC 9110, 10.1.1: the only expectation there is, `100-continue`, Node meets by itself. */
export function refuseExpectation(req: IncomingMessage): void {
  const text = 'the only supported expectation is 100-continue';
  requestContext(req).flaw = new Problem('expectation_failed', text);
}

/** RFC 9112, 3.2: one `Host`, and none only in HTTP/1.0. */
function hostFlaw({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return 'the header Host must be sent once';
  return hosts === 0 && httpVersion === '1.1' ? 'the header Host is missing' : undefined;
}

/** RFC 9112, 3.2.2: a server accepts an absolute target as well. Undefined when the target is neither. */
function originForm(target: string): string | undefined {
  if (target.startsWith('/') || target === '*') return target;
  const [origin] = /^https?:\/\/[^/?#]+/i.exec(target) ?? [];
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** A segment that is no percent-encoded UTF-8 stands for its own characters: no resource has such a name. */
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
