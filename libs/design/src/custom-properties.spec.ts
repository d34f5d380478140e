import { customProperties, dark, light } from './index';

describe('the custom properties', () => {
  it('contain the light theme and, by the reader’s setting, the dark one', () => {
    const [first = '', second = ''] = customProperties().split('@media (prefers-color-scheme:dark)');
    expect(first).toContain(`--ink-muted:${light.inkMuted};`);
    expect(second).toContain(`--ink-muted:${dark.inkMuted};`);
  });

  it('use rem, so that they scale with the reader’s text size', () => {
    expect(customProperties()).toContain('--size-body:1rem;');
    expect(customProperties()).toContain('--space-l:1.5rem;');
  });

  it('contain only the light theme on paper', () => {
    expect(customProperties({ themes: 'light' })).not.toContain('@media');
  });
});
