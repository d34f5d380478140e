import { RuleViolation } from '@governance/kernel';
import { exampleClient } from './client.openapi';
import { linesOf } from './client-lines';
import { clientsCsv, csvColumns } from './clients-csv';

describe('the lines of a file of clients', () => {
  it('are read from an export as they were written', () => {
    const bare = {
      ...exampleClient,
      name: '=1+1 "Globex"',
      contactName: undefined,
      contactEmail: undefined,
      reference: undefined,
      domain: undefined,
      tags: [],
      ownerId: undefined,
      memberIds: [],
      isArchived: true,
    };
    const lines = linesOf(clientsCsv([exampleClient, bare]));
    expect(lines.map(({ line, id }) => [line, id])).toEqual([
      [2, exampleClient.id],
      [3, exampleClient.id],
    ]);
    const { id, createdAt, updatedAt, declaredName, latestResult, ...details } = exampleClient;
    expect([id, createdAt, updatedAt, declaredName, latestResult]).toHaveLength(5);
    expect(lines[0]?.request()).toEqual(details);
    const none = { contactName: null, contactEmail: null, reference: null, domain: null, ownerId: null };
    expect(lines[1]?.request()).toEqual({
      ...none,
      name: '=1+1 "Globex"',
      tags: [],
      memberIds: [],
      isArchived: true,
    });
  });

  it('leave what the file has no column for, and clear what is empty', () => {
    const [line] = linesOf(' Reference ; NAME ;tags\nCW-1; Globex ;\n');
    expect(line?.request()).toEqual({
      name: 'Globex',
      reference: 'CW-1',
      tags: [],
      contactName: undefined,
      contactEmail: undefined,
      domain: undefined,
      ownerId: undefined,
      memberIds: undefined,
      isArchived: undefined,
    });
  });

  it('leave the client without a name that has none', () => {
    const nameless = { ...exampleClient, name: undefined };
    expect(linesOf(clientsCsv([nameless]))[0]?.request().name).toBeUndefined();
    const declared = { ...nameless, declaredName: 'Globex GmbH' };
    expect(linesOf(clientsCsv([declared]))[0]?.request().name).toBe('Globex GmbH');
  });

  it('are refused one by one', () => {
    const [more, archived, fewer] = linesOf('name,archived\nGlobex,true,7\nHooli,perhaps\nInitech');
    expect(() => more?.request()).toThrow(new RuleViolation('the line has more cells than the first line'));
    expect(() => archived?.request()).toThrow(new RuleViolation('archived must be true or false'));
    expect(fewer?.request()).toMatchObject({ name: 'Initech', isArchived: false });
  });

  const head = 'csv must have a first line that names its columns, name at least';
  const amount = 'csv must have 1 to 500 lines below the names of the columns';
  const others = `csv must have no other columns than ${csvColumns.join(', ')}`;
  it.each([
    ['that is empty', '', head],
    ['without names', 'tags\ngold', head],
    ['with its first line alone', 'name', amount],
    ['with 501 lines', `name\n${'Globex\n'.repeat(501)}`, amount],
    ['with another column', 'name,phone\nGlobex,7', others],
    ['with a column without a name', 'name,\nGlobex,', others],
    ['with a column twice', 'name,Name\nGlobex,Hooli', 'csv must name each column once'],
    [
      'with an open quotation mark',
      'name\n"Globex',
      'csv must have a quotation mark at both ends of a cell, or none',
    ],
  ])('are none in a file %s', (_, text, reason) => {
    expect(() => linesOf(text)).toThrow(new RuleViolation(reason));
  });
});
