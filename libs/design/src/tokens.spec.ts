import { dark, light, tierStyles } from './index';

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((value) =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('the %s theme', (name, palette) => {
  const surfaces = [palette.background, palette.surface, palette.sunken];
  const inks = [
    'ink',
    'inkMuted',
    'accent',
    'accentStrong',
    'ornament',
    'link',
    'positive',
    'negative',
  ] as const;

  it.each(inks)('keeps %s readable on every surface (AA, 4.5:1)', (ink) => {
    for (const surface of surfaces) expect(contrast(palette[ink], surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['edge', 'focus'] as const)('keeps %s visible on every surface (3:1)', (edge) => {
    for (const surface of surfaces) expect(contrast(palette[edge], surface)).toBeGreaterThanOrEqual(3);
  });

  it('keeps text readable on filled buttons and on tints', () => {
    expect(contrast(palette.onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.onAccent, palette.accentStrong)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.positive, palette.positiveTint)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.caution, palette.cautionTint)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.ink, palette.cautionTint)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.negative, palette.negativeTint)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.ink, palette.negativeTint)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(tierStyles))(
    'keeps the tier %s readable on its tint and on every surface',
    (_, style) => {
      const { ink, tint } = style[name];
      for (const surface of [...surfaces, tint]) expect(contrast(ink, surface)).toBeGreaterThanOrEqual(4.5);
    },
  );
});
