import { changedConnectionFields, newConnectionFields } from './connections/connection-fields';
import { fieldViews } from './form-fields';
import { invitationFields } from './invitations/invitation-form';

const sent = (fields: Record<string, string>): URLSearchParams => new URLSearchParams(fields);

describe('the fields of a form', () => {
  it('show the stored values until a form was refused, then what was sent, but no secret', () => {
    const form = { fields: newConnectionFields, values: { name: 'Stored', enabled: 'no' } };
    expect(fieldViews(form)).toMatchObject({
      name: { value: 'Stored' },
      client_secret: { hint: expect.stringContaining('It is stored') as unknown },
    });
    const entered = sent({ name: ' Acme ', client_secret: 'canary', enabled: 'yes', acr_values: 'a\nb' });
    const again = fieldViews(form, { sent: entered });
    expect(again).toMatchObject({
      name: { value: ' Acme ' },
      acr_values: { value: 'a\nb' },
      enabled: { choices: [{ isChosen: false }, { isChosen: true }] },
      client_secret: { hint: expect.stringContaining('Enter it again') as unknown },
    });
    expect(JSON.stringify(again)).not.toContain('canary');
  });

  it('keep the values of a form of the same page that was not sent', () => {
    const form = { fields: changedConnectionFields, values: { name: 'Stored' } };
    expect(fieldViews(form, { sent: sent({ connection_id: 'c' }) })).toMatchObject({
      name: { value: 'Stored' },
    });
  });

  it('are described by their hint and their error', () => {
    const errors = [{ field: 'email', text: 'Wrong.' }];
    const { email, connection_id: connection } = fieldViews(
      { fields: invitationFields },
      { sent: sent({}), errors },
    );
    expect(email).toMatchObject({ error: 'Wrong.', describedBy: 'email-error', isLeftOut: false });
    // The organization has no connection to choose.
    expect(connection).toMatchObject({
      error: undefined,
      describedBy: 'connection_id-hint',
      isLeftOut: true,
    });
  });
});
