import { fontBytes, fontFiles, inlinedFontFaces, linkedFontFaces } from './index';

describe('the fonts', () => {
  it('are all installed, with unique names', () => {
    for (const file of fontFiles()) expect(fontBytes(file).subarray(0, 4).toString()).toBe('wOF2');
    expect(new Set(fontFiles().map(({ fileName }) => fileName)).size).toBe(fontFiles().length);
  });

  it('are linked below the given address', () => {
    const css = linkedFontFaces('/fonts');
    for (const { fileName } of fontFiles()) expect(css).toContain(`url(/fonts/${fileName})`);
  });

  it('are fully inlined, so that the document needs no other file', () => {
    const urls = [...inlinedFontFaces().matchAll(/url\((.{24})/g)].map(([, start]) => start);
    expect(urls).toHaveLength(fontFiles().length);
    expect(new Set(urls)).toEqual(new Set(['data:font/woff2;base64,d']));
  });

  it('cover thirds, arrow and tick with a small extra file', () => {
    expect(inlinedFontFaces('Ready')).not.toContain('U+2192');
    for (const sign of ['⅓', '⅔', '→', '✓']) expect(inlinedFontFaces(sign)).toContain('U+2192');
    expect(inlinedFontFaces('→').length).toBeLessThan(10_000);
  });

  it('cover the letters of Polish and Hungarian', () => {
    expect(inlinedFontFaces('Ready')).not.toContain('U+0100-02BA');
    for (const letter of ['Ł', 'ą', 'ő'])
      expect(inlinedFontFaces(`Ready ${letter}`)).toContain('U+0100-02BA');
  });
});
