import { requestContext } from './request-context';

describe('requestContext', () => {
  it('keeps the data of each request apart', () => {
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
