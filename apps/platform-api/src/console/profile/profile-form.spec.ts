import { profileChange, profileValues } from './profile-form';

describe('the form of the profile', () => {
  it('clears what is left empty, and takes a number as people write it', () => {
    expect(profileChange(new URLSearchParams('display_name= &phone_number='))).toEqual({
      display_name: null,
      phone_number: null,
      marketing_opt_in: false,
    });
    const filled = 'display_name= Jo &phone_number=%2B43 (1) 234-5678&marketing_opt_in=yes';
    expect(profileChange(new URLSearchParams(filled))).toEqual({
      display_name: 'Jo',
      phone_number: '+4312345678',
      marketing_opt_in: true,
    });
  });

  it('shows what is stored', () => {
    const profile = { email: 'a@example.org', name: 'A', display_name: null, phone_number: '+4312345678' };
    expect(profileValues({ ...profile, marketing_opt_in: true })).toEqual({
      email: 'a@example.org',
      name: 'A',
      displayName: '',
      phoneNumber: '+4312345678',
      wantsNews: true,
    });
  });
});
