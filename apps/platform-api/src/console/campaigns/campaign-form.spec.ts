import { apiTextIn } from '@governance/testing';
import { campaignRefused } from '../../campaigns/campaign-problems';
import { brokenRules, fieldErrorOf } from '../form-fields';
import { campaignFields, campaignOf, campaignValues, namedIn } from './campaign-form';

const filled = {
  name: ' Spring 2027 ',
  mode: 'msp-self',
  due_at: '2027-01-31',
  message: ' Hello ',
  which: 'all',
  search: ' eva ',
  tag: '',
  owner: 'you',
  named: 'CW-1',
};

describe('the form of a campaign', () => {
  it('begins with two weeks, and with all clients', () => {
    const values = campaignValues(new Date('2026-12-20T23:00:00.000Z'));
    expect(values).toEqual({ mode: 'client-on-behalf', due_at: '2027-01-03', which: 'all' });
  });

  it('asks for the clients that match', () => {
    const form = new URLSearchParams(filled);
    expect(namedIn(form)).toBeUndefined();
    expect(campaignOf(form, { ids: undefined, subject: 'user_1' })).toEqual({
      name: 'Spring 2027',
      mode: 'msp-self',
      due_at: '2027-01-31T12:00:00Z',
      message: 'Hello',
      clients: { filter: { search: 'eva', owner: 'user_1' } },
    });
  });

  it('asks for those that it names, and for nothing else then', () => {
    const form = new URLSearchParams({ ...filled, which: 'named' });
    expect(namedIn(form)).toBe('CW-1');
    const { clients } = campaignOf(form, { ids: ['a'], subject: 'user_1' });
    expect(clients).toEqual({ ids: ['a'] });
  });

  it.each([
    ['name', ' ', 'Name must have 1 to 100 characters.'],
    ['due_at', '31.1.2027', 'Choose the due day.'],
    ['message', 'See acme.example', 'Your words in the mail must have no addresses or links.'],
  ])('says at the field %s what is wrong', (field, value, text) => {
    const form = new URLSearchParams({ ...filled, [field]: value });
    expect(brokenRules(campaignFields, form)).toEqual([{ field, text }]);
  });

  it('says what the API refuses without its words', () => {
    const refused = campaignRefused.flatMap(({ texts }) => Object.keys(texts));
    for (const text of refused) {
      const said = fieldErrorOf(campaignFields, text)?.text;
      expect([text, said, apiTextIn(said ?? 'no_field')]).toEqual([text, said, []]);
    }
  });
});
