import { customProperties, dark, light } from './index';

describe('the custom properties', () => {
  it('give the light theme and, on the reader’s wish, the dark one', () => {
    const [first = '', second = ''] = customProperties().split('@media (prefers-color-scheme:dark)');
    expect(first).toContain(`--ink-muted:${light.inkMuted};`);
    expect(second).toContain(`--ink-muted:${dark.inkMuted};`);
  });

  it('hold the measures in rem, so that they grow with the reader’s text size', () => {
    expect(customProperties()).toContain('--size-body:1rem;');
    expect(customProperties()).toContain('--space-l:1.5rem;');
  });

  it('have only the light theme on paper', () => {
    expect(customProperties({ themes: 'light' })).not.toContain('@media');
  });
});
