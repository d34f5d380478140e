import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, 'templates');

describe('the fields for passwords', () => {
  const inputs = globSync('*.hbs', { cwd: folder }).flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return text.match(/<input\b[^>]*\bname="(?:password|current|repeated)"[^>]*>/g) ?? [];
  });

  it('are masked, and say to a password manager what they are for § V6.2.6 V6.2.7', () => {
    expect(inputs.length).toBeGreaterThan(3);
    for (const input of inputs) {
      expect(input).toContain('type="password"');
      expect(input).toMatch(/autocomplete="(?:current|new)-password"/);
    }
  });
});
