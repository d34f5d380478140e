import { emblemSvg } from './index';

describe('the emblem', () => {
  it('is hidden from screen readers unless it has a label', () => {
    expect(emblemSvg({ size: 40 })).toContain('aria-hidden="true"');
    expect(emblemSvg({ size: 40, label: 'A "seal"' })).toContain('role="img" aria-label="A &#34;seal&#34;"');
  });

  it('has the colour of the surrounding text', () => {
    expect(emblemSvg({ size: 40 })).not.toMatch(/#[0-9a-f]{6}/);
  });
});
