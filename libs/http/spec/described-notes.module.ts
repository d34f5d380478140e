import { Authenticated, Public, RequirePermission, StepUp } from '@governance/auth-guards';
import { Controller, Delete, Get, Header, Module, Post, UseFilters } from '@nestjs/common';
import { ApiBearerAuth, ApiExcludeController, ApiOkResponse } from '@nestjs/swagger';
import { ApiProblem, storeUnavailable } from '../src/openapi/api-problem.decorator';
import { componentSchema } from '../src/openapi/component-schemas';
import { constantHeader } from '../src/openapi/documented-headers';
import { OpenApiModule } from '../src/openapi/open-api.module';
import { ProblemFilter } from '../src/problem.filter';
import { publicSurface } from '../src/surface';

const leaf = componentSchema('SpecLeaf', ({ name }) => ({ type: 'string', const: name }));
const tree = componentSchema('SpecTree', { type: 'object', properties: { leaf } });
componentSchema('SpecUnused', { type: 'null' });

@Public()
@Controller('notes')
class NotesController {
  constructor() {
    throw new Error('describing an application creates nothing of it');
  }

  @Get(':id/lines')
  @ApiOkResponse({ schema: tree, headers: { Vary: constantHeader('Accept', 'x') } })
  @ApiProblem({ kind: 'conflict', when: 'One.', texts: { 'one is taken': 'Choose another' } })
  @ApiProblem(
    { kind: 'conflict', when: 'Two.', texts: { 'two is taken': 'Choose another' }, code: 'taken' },
    storeUnavailable,
  )
  read(): void {
    // Never called.
  }

  @Get('keys')
  @RequirePermission('m2m:credentials:read')
  keys(): void {
    // Never called.
  }

  @Get('mine')
  @Authenticated()
  mine(): void {
    // Never called.
  }

  @Delete('keys/:id')
  @RequirePermission('m2m:credentials:write')
  @StepUp('m2m-credentials:revoke')
  @ApiProblem(storeUnavailable)
  revoke(): void {
    // Never called.
  }

  @Post()
  @ApiBearerAuth('accessToken')
  @UseFilters(new ProblemFilter(publicSurface))
  @ApiProblem({ kind: 'invalid', when: 'Own.', texts: { 'own shape': 'Choose another' } })
  write(): void {
    // Never called.
  }
}

@Public()
@ApiExcludeController()
@Controller('page')
class PageController {
  @Get()
  @Header('content-type', 'text/html')
  show(): string {
    return '';
  }
}

@Module({
  imports: [
    OpenApiModule.forRoot({
      title: 'Notes',
      description: 'For a test.',
      version: '3.2.1',
      server: 'https://notes.example.org',
      tags: [{ name: 'notes' }],
    }),
  ],
  controllers: [NotesController, PageController],
})
export class DescribedNotesModule {}
