import { RuleViolation } from '@governance/kernel';
import { checkProfileChange } from './profile-rules';

describe('a change of a profile', () => {
  it('contains only the named members', () => {
    expect(checkProfileChange({})).toEqual({});
    expect(checkProfileChange({ marketingOptIn: false })).toEqual({ marketingOptIn: false });
    expect(checkProfileChange({ displayName: '  Ada  ' })).toEqual({ displayName: 'Ada' });
  });

  it('may clear the name and the number', () => {
    const cleared = { displayName: null, phoneNumber: null };
    expect(checkProfileChange(cleared)).toEqual(cleared);
  });

  it.each(['A', '𝒜'.repeat(100), '山田', "O'Neill <x>"])('takes the name %s', (displayName) => {
    expect(checkProfileChange({ displayName })).toEqual({ displayName });
  });

  it.each(['', '   ', 'a'.repeat(101), 'a\tb', 'a\u0085b', 'a\u007fb'])(
    'refuses the name %j',
    (displayName) => {
      expect(() => checkProfileChange({ displayName })).toThrow(RuleViolation);
    },
  );

  it.each(['+41446681800', '+12133734253', '+442071838750', '+390612345678'])(
    'takes the number %s',
    (phoneNumber) => {
      expect(checkProfileChange({ phoneNumber })).toEqual({ phoneNumber });
    },
  );

  it.each([
    '',
    '0446681800',
    '+41 44 668 18 00',
    'tel:+41446681800',
    '+0446681800',
    '+1213373425',
    '+999123456789',
    '+4144668180012345',
    '+41446681800;ext=1',
    '+41446681800\n',
    '\u0660\u0661',
  ])('refuses the number %j, and does not echo it', (phoneNumber) => {
    expect(() => checkProfileChange({ phoneNumber })).toThrow(
      new RuleViolation('phone_number must be a valid number in E.164 form, such as +41446681800'),
    );
  });
});
