import {
  bodyNotAnObject,
  describeOperation,
  unknownMember,
  unreadableBody,
  variableHeader,
} from '@governance/http';
import { ApiExtraModels } from '@nestjs/swagger';
import { ClientImportResponse, ImportClientsRequest, ImportedLineResponse } from './client-import.dto';
import { exampleClient } from './client.openapi';
import { fileRefused, filterRefused } from './client-problems';
import { clientsCsv } from './clients-csv';

export const DescribeExportClients = describeOperation({
  tag: 'clients',
  operationId: 'exportClients',
  summary: 'Export the clients of the organization',
  description:
    'The same clients as the list, all in one CSV file, which an import reads. A cell that a spreadsheet would compute begins with an apostrophe; an import removes it.',
  ok: {
    description: 'The clients, newest first.',
    content: { 'text/csv': { schema: { type: 'string' }, example: clientsCsv([exampleClient]) } },
    headers: {
      'Content-Disposition': variableHeader(
        'attachment; filename="clients.csv"',
        'The name of the file.',
        String.raw`^attachment; filename="clients\.csv"$`,
      ),
    },
  },
  problems: [...filterRefused],
});

export const DescribeImportClients = describeOperation({
  tag: 'clients',
  operationId: 'importClients',
  summary: 'Import clients from a CSV file',
  description: [
    'A line with an `id`, or else with the `reference` of a client, changes this client. Every other line creates one. An empty cell clears what it names; a column that the file does not have leaves it. Tags and member ids are separated by semicolons.',
    'Each line stands for itself: the others are carried out if one is refused. Repeating an import changes nothing.',
  ].join('\n\n'),
  body: {
    type: ImportClientsRequest,
    examples: {
      file: {
        summary: 'Two clients',
        value: {
          csv: 'name,contact_email,reference,tags\nGlobex Ltd,eva@globex.example,CW-1042,gold; eu\nHooli,,CW-1043,\n',
        },
      },
    },
  },
  ok: {
    description: 'What became of each line. A refused line is a result, not an error.',
    type: ClientImportResponse,
    examples: {
      imported: {
        summary: 'A new client, and a refused line',
        value: new ClientImportResponse([
          { line: 2, outcome: 'created', id: exampleClient.id },
          { line: 3, outcome: 'refused', reason: 'contact_email must be an email' },
        ]),
      },
    },
  },
  problems: [...unreadableBody, bodyNotAnObject, ...fileRefused, unknownMember('name')],
  more: [ApiExtraModels(ImportedLineResponse)],
});
