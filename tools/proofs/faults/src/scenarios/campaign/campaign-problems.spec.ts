import { type AcceptedMail } from '../../history/final-state';
import { addressOf, type CampaignEvidence, campaignProblems, numbers } from './campaign-problems';

const clients = 2;
const both = numbers(clients);
const kindsOfMail = ['campaign-invitation', 'campaign-reminder', 'completion'];
const kinds = new Map(
  both.flatMap((client) => kindsOfMail.map((kind): [string, string] => [`${kind} ${client}`, kind])),
);
const mailTo = (client: number, delivery: string): AcceptedMail => ({
  at: 0,
  delivery,
  recipient: addressOf(client),
  digest: '',
  certificates: [],
});
const complete: CampaignEvidence = {
  clients,
  mails: both.flatMap((client) => kindsOfMail.map((kind) => mailTo(client, `${kind} ${client}`))),
  kinds,
  attached: both.map((client) => ({ client, answeredAs: client })),
  results: clients,
  events: clients,
};
const [first, ...others] = complete.mails;

describe('a campaign', () => {
  it('has no problems when each client got each mail and has one result', () => {
    expect(campaignProblems(complete)).toEqual([]);
  });

  it('may have copies of one delivery', () => {
    const mails = [...complete.mails, ...(first ? [first] : [])];
    expect(campaignProblems({ ...complete, mails })).toEqual([]);
  });

  it.each<[string, Partial<CampaignEvidence>, string[]]>([
    ['a mail is lost', { mails: others }, [`${addressOf(1)} got campaign-reminder, completion`]],
    [
      'a second delivery asks the same',
      {
        mails: [...complete.mails, mailTo(2, 'again')],
        kinds: new Map([...kinds, ['again', 'campaign-reminder']]),
      },
      [`${addressOf(2)} got campaign-invitation, campaign-reminder, campaign-reminder, completion`],
    ],
    [
      'results are exchanged',
      {
        attached: complete.attached.map(({ client, answeredAs }) => ({ client, answeredAs: 3 - answeredAs })),
      },
      ['client 1 has the results of 2', 'client 2 has the results of 1'],
    ],
    [
      'a result is not attached',
      { attached: complete.attached.slice(1) },
      ['client 1 has the results of no client', '1 results are attached'],
    ],
    ['answers are stored twice', { results: 3 }, ['3 results are stored']],
    ['an attachment is recorded twice', { events: 3 }, ['3 audit events of attachments']],
  ])('has a problem when %s', (_, changed, problems) => {
    expect(campaignProblems({ ...complete, ...changed })).toEqual(problems);
  });
});
