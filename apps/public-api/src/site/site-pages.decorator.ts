import { Public } from '@governance/auth-guards';
import { applyDecorators, Catch, Controller, Injectable, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { PageErrorFilter } from './page-error.filter';
import { type ProblemTexts } from './problem-texts';

/** Public pages at `path`. Their errors are pages with these texts. */
export function SitePages(path: string, texts: ProblemTexts): ClassDecorator {
  @Catch()
  @Injectable()
  class Errors extends PageErrorFilter {
    protected override readonly texts = texts;
  }
  return applyDecorators(Public(), ApiExcludeController(), UseFilters(Errors), Controller(path));
}
