import { RuleViolation } from '@governance/kernel';
import { checkDescription } from './credential-description';

describe('checkDescription', () => {
  it.each([
    ['  Runs at night  ', 'Runs at night'],
    ['Ł "quoted" \\ 🙂', 'Ł "quoted" \\ 🙂'],
    ['🙂'.repeat(200), '🙂'.repeat(200)],
    [`${' '.repeat(300)}a\n`, 'a'],
    ['', undefined],
    [' \t\n', undefined],
  ])('turns %j into %j', (description, expected) => {
    expect(checkDescription(description)).toBe(expected);
  });

  it.each([
    ['a'.repeat(201), 'description must have at most 200 characters'],
    ['🙂'.repeat(201), 'description must have at most 200 characters'],
    ['a\tb', 'description must have no control, text-direction or other invisible characters'],
    ['a\nb', 'description must have no control, text-direction or other invisible characters'],
    ['a\u0085b', 'description must have no control, text-direction or other invisible characters'],
  ])('refuses %j', (description, text) => {
    expect(() => checkDescription(description)).toThrow(new RuleViolation(text));
  });
});
