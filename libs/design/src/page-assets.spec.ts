import { PageAssets } from './page-assets';

const make = (rule = 'main{margin:0}'): PageAssets =>
  new PageAssets({
    stylesheet: { name: 'pages.css', rules: [rule] },
    scripts: { 'start.js': 'export {};' },
  });

describe('PageAssets', () => {
  const assets = make();
  const { version } = assets;

  it('has the stylesheet, with tokens, fonts and base before its rules', () => {
    const css = assets.find({ version, name: 'pages.css' })?.bytes.toString() ?? '';
    const places = [':root', '@font-face', 'box-sizing', 'main{margin:0}'].map((text) => css.indexOf(text));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
  });

  it.each([
    ['pages.css', 'text/css; charset=utf-8'],
    ['start.js', 'text/javascript; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
    ['inter-latin-400-normal.woff2', 'font/woff2'],
  ])('serves %s as %s, cached indefinitely under its version', (name, type) => {
    expect(assets.find({ version, name })?.headers).toEqual({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('answers another version with the current asset, not cacheable', () => {
    const other = assets.find({ version: 'other', name: 'pages.css' });
    expect(other?.headers['cache-control']).toBe('no-store');
    expect(other?.bytes).toEqual(assets.find({ version, name: 'pages.css' })?.bytes);
  });

  it('contains no other asset', () => {
    expect(assets.find({ version, name: '../package.json' })).toBeUndefined();
  });

  it('changes its version when any byte changes', () => {
    expect(make().version).toBe(version);
    expect(make('main{margin:1px}').version).not.toBe(version);
  });
});
