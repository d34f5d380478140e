import { constantHeader, describeOperation, storeUnavailable } from '@governance/http';
import { type HeadersObject } from '@nestjs/swagger';
import { LogTrustResponse } from './certificate-log-files.dto';
import { notInTheLog } from './certificate-log-files-problems';

export const aFewSeconds = 'public, max-age=5';
export const noteType = 'text/plain; charset=utf-8';

const headers: HeadersObject = {
  'Cache-Control': constantHeader(aFewSeconds, 'How long a cached copy is fresh.'),
};

export const DescribeCheckpoint = describeOperation({
  tag: 'verification',
  operationId: 'certificateLogCheckpoint',
  summary: 'Get the checkpoint of the certificate log',
  description:
    'The size and the root of the public log of issued and withdrawn certificates, signed by the log and its witnesses (C2SP tlog-checkpoint). The tiles and entries are below the same address (C2SP tlog-tiles).',
  ok: {
    description: 'A signed note.',
    headers,
    content: { 'text/plain': { schema: { type: 'string' } } },
  },
  problems: [notInTheLog, storeUnavailable],
});

export const DescribeLogTrust = describeOperation({
  tag: 'verification',
  operationId: 'certificateLogTrust',
  summary: 'Get what verifiers of the certificate log trust',
  description:
    'Save it once and compare it later: who takes it from the issuer each time trusts the issuer. `policy` has the key of the log and its witnesses (C2SP tlog-policy).',
  ok: {
    description: 'A policy, and the keys that signed certificates before the log began.',
    type: LogTrustResponse,
    headers,
  },
  problems: [notInTheLog, storeUnavailable],
});
