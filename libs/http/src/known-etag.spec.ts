import { type Request } from 'express';
import { knowsETag } from './known-etag';

function requestWith(ifNoneMatch?: string): Request {
  return { headers: { 'if-none-match': ifNoneMatch } } as Partial<Request> as Request;
}

describe('knowsETag', () => {
  it.each(['"abc"', 'W/"abc"', '"other", "abc"', '*'])('finds "abc" in %s', (ifNoneMatch) => {
    expect(knowsETag(requestWith(ifNoneMatch), '"abc"')).toBe(true);
  });

  it.each([undefined, '', 'abc', '"other"', '"abcd"'])('does not find "abc" in %p', (ifNoneMatch) => {
    expect(knowsETag(requestWith(ifNoneMatch), '"abc"')).toBe(false);
  });
});
