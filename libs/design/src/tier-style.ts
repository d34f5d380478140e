/** The appearance of a tier. `step` of 4 segments are filled, so that colour is never the only sign of a tier. */
export interface TierStyle {
  readonly step: 1 | 2 | 3 | 4;
  readonly light: TierColours;
  readonly dark: TierColours;
}

/** `ink` meets AA on `tint` and on every surface of its theme. */
export interface TierColours {
  readonly ink: string;
  readonly tint: string;
}

/** Garnet, ochre, blue, petrol: distinguishable with red-green colour blindness. */
export const tierStyles = {
  Critical: {
    step: 1,
    light: { ink: '#8a2440', tint: '#f8e8ec' },
    dark: { ink: '#f3a5b8', tint: '#3d1a27' },
  },
  Developing: {
    step: 2,
    light: { ink: '#7f4c00', tint: '#f8eedb' },
    dark: { ink: '#f0c27a', tint: '#38290f' },
  },
  Progressing: {
    step: 3,
    light: { ink: '#1b5688', tint: '#e4eef7' },
    dark: { ink: '#93c5ef', tint: '#14304a' },
  },
  Ready: {
    step: 4,
    light: { ink: '#0f5a55', tint: '#e0f0ed' },
    dark: { ink: '#7fd3c8', tint: '#0f3733' },
  },
} as const satisfies Readonly<Record<string, TierStyle>>;

export type TierName = keyof typeof tierStyles;

/** Four segments, as many filled as the tier has steps. Decorative: the tier's name is next to it. */
export function tierMarkSvg(tier: TierName, height = 12): string {
  const { step } = tierStyles[tier];
  const segments = [1, 2, 3, 4].map((position) => {
    const fill = position <= step ? 'fill="currentColor"' : 'fill="none"';
    return `<rect x="${position * 10 - 9}" y="1" width="8" height="10" ${fill} stroke="currentColor"/>`;
  });
  const size = `width="${(height / 12) * 41}" height="${height}"`;
  return `<svg ${size} viewBox="0 0 41 12" aria-hidden="true" focusable="false">${segments.join('')}</svg>`;
}
