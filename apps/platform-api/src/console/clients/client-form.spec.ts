import { brokenRules, fieldErrorOf } from '../form-fields';
import { ClientResponse } from '../../clients/client.dto';
import { exampleClient } from '../../clients/client.openapi';
import { clientChangeOf, clientFields, clientValues, newClientOf } from './client-form';
import { type Client } from './client-view';

const client = new ClientResponse(exampleClient) as Client;

describe('the form of a client', () => {
  it('asks for a client with what was entered', () => {
    const form = new URLSearchParams({
      name: ' Globex ',
      contact_email: 'eva@globex.example',
      tags: 'Gold; eu, ',
    });
    expect(newClientOf(form)).toEqual({
      name: 'Globex',
      contact_email: 'eva@globex.example',
      tags: ['Gold', 'eu'],
    });
  });

  it('changes what differs, and clears what was emptied', () => {
    const same = new URLSearchParams(clientValues(client));
    expect(clientChangeOf(same, client)).toEqual({});
    const form = new URLSearchParams({
      ...clientValues(client),
      name: 'Globex AG',
      contact_name: ' ',
      tags: '',
      owner_id: '',
    });
    expect(clientChangeOf(form, client)).toEqual({
      name: 'Globex AG',
      contact_name: null,
      tags: [],
      owner_id: null,
    });
  });

  it('assigns the chosen members, and only if the page could show them', () => {
    const assigned = { ...clientValues(client), assigns: 'yes' };
    const chosen = (ids: readonly string[], form = new URLSearchParams(assigned)): URLSearchParams => {
      for (const id of ids) form.append('member_ids', id);
      return form;
    };
    expect(clientChangeOf(chosen(client.member_ids.toReversed()), client)).toEqual({});
    expect(clientChangeOf(chosen(['user_2']), client)).toEqual({ member_ids: ['user_2'] });
    expect(clientChangeOf(chosen([]), client)).toEqual({ member_ids: [] });
    expect(clientChangeOf(new URLSearchParams(clientValues(client)), client)).toEqual({});
    expect(newClientOf(chosen(['user_2'], new URLSearchParams({ name: 'Globex' })))).toMatchObject({
      member_ids: ['user_2'],
    });
  });

  it('leaves the owner of a client whose form cannot name members', () => {
    const form = new URLSearchParams(clientValues(client));
    form.delete('owner_id');
    expect(clientChangeOf(form, client)).toEqual({});
  });

  it.each([
    ['name', ' ', 'Name must have 1 to 100 characters.'],
    [
      'contact_name',
      'a\u202eb',
      'Name of the contact must have no control, text-direction or other invisible characters.',
    ],
    ['contact_email', 'eva', 'Email address of the contact must have the form name@example.org.'],
    ['reference', 'a'.repeat(65), 'Reference must have 1 to 64 characters.'],
    ['domain', 'localhost', 'Domain must be a domain, such as acme.example.'],
    ['tags', 'a'.repeat(41), 'Each tag must have 1 to 40 characters.'],
    ['tags', Array.from({ length: 11 }, (_, index) => index).join(), 'A client has at most 10 tags.'],
  ])('says at the field %s what is wrong', (field, value, text) => {
    const form = new URLSearchParams({ name: 'Globex', [field]: value });
    expect(brokenRules(clientFields, form)).toEqual([{ field, text }]);
  });

  it('says so too of what the API refuses', () => {
    const refused = 'owner_id must be the id of a member of the organization';
    expect(fieldErrorOf(clientFields, refused)).toEqual({
      field: 'owner_id',
      text: 'Choose a member, or leave it open.',
    });
  });
});
