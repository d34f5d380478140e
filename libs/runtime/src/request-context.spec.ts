import { requestContext } from './request-context';

describe('requestContext', () => {
  it('keeps what is noted of a request, and of no other', () => {
    const req = { url: '/' };
    requestContext(req).id = 'request-1';
    expect(requestContext(req)).toEqual({ id: 'request-1' });
    expect(requestContext({ url: '/' })).toEqual({});
  });

  it('adds nothing to a request that is serialized', () => {
    const req = { url: '/' };
    requestContext(req).id = 'request-1';
    expect(JSON.stringify(req)).toBe('{"url":"/"}');
  });
});
