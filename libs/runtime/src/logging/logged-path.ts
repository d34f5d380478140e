/** A fixed segment of ours: a word of a route, a version. */
const plain = /^[\w.~-]{1,20}$/;
/** A segment that may be an id or a capability, which a reader of the log must not be able to use. */
const secret = /^[\w.~-]{21,}$/;
const shownCharacters = 8;
const longestPath = 200;

/** The query parameters that change the response; only these are logged. */
const shownParameters = ['format', 'api-version'];

/**
 * The path of a request for the log: ids and capabilities are cut to their first 8 characters, other segments that are not
 * plain words are replaced, and only `format` and `api-version` stay of the query.
 */
export function loggedPath(url: string): string {
  const [path = '', query = ''] = url.split('?', 2);
  const shown = path.split('/').map(shownSegment).join('/').slice(0, longestPath);
  return shown + shownQuery(query);
}

function shownSegment(segment: string): string {
  if (segment === '' || plain.test(segment)) return segment;
  return secret.test(segment) ? `${segment.slice(0, shownCharacters)}…` : '…';
}

function shownQuery(query: string): string {
  if (query === '') return '';
  const shown = query.split('&').filter((parameter) => {
    const [name = '', value = ''] = parameter.split('=', 2);
    return shownParameters.includes(name) && plain.test(value);
  });
  return shown.length === 0 ? '' : `?${shown.slice(0, shownParameters.length).join('&')}`;
}
