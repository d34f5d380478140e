export { allowListed } from './allow-listed';
export { CurrentWrite } from './audit/current-write.decorator';
export { IgnoreApiVersion } from './api-version.guard';
export { IgnoreBody } from './body.guard';
export { clientAddress, ClientBucket, clientBucket } from './client-bucket';
export { AnyOrigin } from './cors/any-origin.decorator';
export { createHttpApp, type HttpAppOptions, listenAlso } from './create-http-app';
export { Form, FormBody } from './form-body';
export { HealthModule } from './health.module';
export { nameOf } from './json-body.middleware';
export { checkedIdempotencyKey } from './idempotency-key';
export { largestPage, type PageInput, ListPages, type Page, type PagedList } from './lists/list-pages';
export { pageRefused, PageQuery } from './lists/page-query.dto';
export { IsMailAddress } from './mail-address.decorator';
export { ClearableMember, Member } from './member.decorator';
export {
  ApiProblem,
  bodyNotAnObject,
  bodyTooLarge,
  notedProblems,
  storeUnavailable,
  unreadableBody,
} from './openapi/api-problem.decorator';
export { codeSamplesOf, sampleLanguages, snippetFolder } from './openapi/code-samples';
export { givenOnce, membersRefused, unknownMember } from './openapi/common-refusals';
export { componentSchema, type JsonSchema } from './openapi/component-schemas';
export { defineProblem, type ProblemDescription, problemsOf } from './openapi/define-problem';
export { describeOperation } from './openapi/describe-operation';
export { describeApi, operationOf } from './openapi/describe-api';
export { constantHeader, sharedHeader, variableHeader } from './openapi/documented-headers';
export { ApiIdempotencyKey, invalidIdempotencyKey } from './openapi/idempotency-key';
export { OpenApiDescription } from './openapi/open-api-description';
export { OpenApiModule } from './openapi/open-api.module';
export { previewHttpApp } from './openapi/preview-http-app';
export { type Route, routesOf, servedRoutes } from './openapi/routes';
export { browserInWords } from './pages/browser-in-words';
export { PageTemplates, type PageTemplatesOptions } from './pages/page-templates';
export { UnknownPage } from './pages/unknown-page.port';
export { knowsETag } from './known-etag';
export { QueryPipe } from './query.pipe';
export { ProblemFilter } from './problem.filter';
export { problemOf } from './problem-of';
export { readCookie, surplusSignIns } from './read-cookie';
export {
  browserHeaders,
  overTls,
  platformErrorCodes,
  platformSurface,
  publicSurface,
  signedOutHeaders,
  type Surface,
} from './surface';
export { SerializeAs } from './serialize-as.decorator';
