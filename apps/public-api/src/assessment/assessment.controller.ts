import { Public } from '@governance/auth-guards';
import { AnyOrigin, knowsETag } from '@governance/http';
import { publishedRubrics, type Rubric } from '@governance/rubric';
import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import {
  DescribeCurrentRubric,
  DescribeRubricVersion,
  fiveMinutes,
  forEver,
  unknownVersion,
} from './assessment.openapi';

/** The published rubric: questions, weights and rules, the same bytes for the same version (spec 1.1). */
@Public()
@AnyOrigin()
@Controller()
export class AssessmentController {
  @Get('assessment.json')
  @DescribeCurrentRubric
  current(@Req() req: Request, @Res() res: Response): void {
    sendRubric(publishedRubrics.current, fiveMinutes, { req, res });
  }

  @Get('assessment/:version.json')
  @DescribeRubricVersion
  version(@Param('version') version: string, @Req() req: Request, @Res() res: Response): void {
    const rubric = publishedRubrics.find(version);
    if (!rubric) throw unknownVersion();
    sendRubric(rubric, forEver, { req, res });
  }
}

/** The ETag is the hash named in certificates, so that verifiers can compare. */
function sendRubric(
  rubric: Rubric,
  cacheControl: string,
  { req, res }: { req: Request; res: Response },
): void {
  const etag = `"${rubric.sha256}"`;
  res.set({ etag, 'cache-control': cacheControl });
  if (knowsETag(req, etag)) {
    res.status(304).end();
    return;
  }
  res.type('application/json').send(rubric.bytes);
}
