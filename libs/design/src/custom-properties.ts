import { dark, fontStack, leading, light, type Palette, radii, spacing, typeScale } from './tokens';
import { tierStyles } from './tier-style';

/**
 * Every token as a CSS custom property: `--ink`, `--surface`, `--tier-ready`, `--tier-ready-tint`, `--size-body` (rem),
 * `--space-m` (rem), `--radius-m`, `--leading-normal`, `--font-display`, `--font-text`. The dark theme follows the reader's
 * setting; `themes: 'light'` contains only the light theme, for paper.
 */
export function customProperties(
  { themes }: { readonly themes: 'light' | 'both' } = { themes: 'both' },
): string {
  const root = [...colours('light'), ...measures()].join('');
  if (themes === 'light') return `:root{color-scheme:light;${root}}`;
  return (
    `:root{color-scheme:light dark;${root}}` +
    `@media (prefers-color-scheme:dark){:root{${colours('dark').join('')}}}`
  );
}

function colours(theme: 'light' | 'dark'): string[] {
  const palette: Palette = theme === 'light' ? light : dark;
  const tiers = Object.entries(tierStyles).flatMap(([tier, style]) => [
    [`tier-${tier.toLowerCase()}`, style[theme].ink],
    [`tier-${tier.toLowerCase()}-tint`, style[theme].tint],
  ]);
  return [...Object.entries(palette).map(([name, value]) => [kebab(name), value as string]), ...tiers].map(
    ([name = '', value = '']) => `--${name}:${value};`,
  );
}

function measures(): string[] {
  return [
    ...Object.entries(typeScale).map(([name, value]) => `--size-${name}:${rem(value)};`),
    ...Object.entries(spacing).map(([name, value]) => `--space-${name}:${rem(value)};`),
    ...Object.entries(radii).map(([name, value]) => `--radius-${name}:${value}px;`),
    ...Object.entries(leading).map(([name, value]) => `--leading-${name}:${value};`),
    ...Object.entries(fontStack).map(([name, value]) => `--font-${name}:${value};`),
  ];
}

function rem(pixels: number): string {
  return `${pixels / 16}rem`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
