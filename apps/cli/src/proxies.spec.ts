import { proxiesOf } from './proxies';

const here = 'localhost,127.0.0.1,[::1]';

describe('the proxies of the environment', () => {
  it.each<[string, NodeJS.ProcessEnv, ReturnType<typeof proxiesOf>]>([
    ['none', { NO_PROXY: '*', HTTP_PROXY: '' }, undefined],
    [
      'one for TLS',
      { HTTPS_PROXY: 'http://proxy.example:8080', NO_PROXY: '.internal' },
      { http_proxy: undefined, https_proxy: 'http://proxy.example:8080', no_proxy: `.internal,${here}` },
    ],
    [
      'small letters first',
      { HTTPS_PROXY: 'http://other:1', https_proxy: 'http://proxy:1', NO_PROXY: 'x', no_proxy: '' },
      { http_proxy: undefined, https_proxy: 'http://proxy:1', no_proxy: here },
    ],
    [
      'one for plain HTTP on another machine, which gets no requests to this one',
      { HTTP_PROXY: 'http://127.0.0.1.proxy.example:8080' },
      { http_proxy: 'http://127.0.0.1.proxy.example:8080', https_proxy: undefined, no_proxy: here },
    ],
    [
      'one for plain HTTP on this machine',
      { http_proxy: 'http://user:secret@127.0.0.1:8080', NO_PROXY: '' },
      { http_proxy: 'http://user:secret@127.0.0.1:8080', https_proxy: undefined, no_proxy: '' },
    ],
  ])('are %s', (_what, env, proxies) => {
    expect(proxiesOf(env)).toEqual(proxies);
  });
});
