-- Run once, as superuser, on an empty server (docs/operations.md, Database roles): two owners for migrations, and a role
-- per program. None is a superuser or bypasses row-level security. The provider's roles cannot connect to the database of
-- the surfaces, nor theirs to the provider's.
\getenv governance_password GOVERNANCE_PASSWORD
\getenv public_api_password PUBLIC_API_PASSWORD
\getenv public_worker_password PUBLIC_WORKER_PASSWORD
\getenv platform_api_password PLATFORM_API_PASSWORD
\getenv platform_worker_password PLATFORM_WORKER_PASSWORD
\getenv commands_password COMMANDS_PASSWORD
\getenv identity_password IDENTITY_PASSWORD
\getenv identity_provider_password IDENTITY_PROVIDER_PASSWORD

CREATE ROLE governance LOGIN PASSWORD :'governance_password' NOSUPERUSER NOBYPASSRLS;
CREATE ROLE governance_public_api LOGIN PASSWORD :'public_api_password' NOSUPERUSER NOBYPASSRLS;
CREATE ROLE governance_public_worker LOGIN PASSWORD :'public_worker_password' NOSUPERUSER NOBYPASSRLS;
CREATE ROLE governance_platform_api LOGIN PASSWORD :'platform_api_password' NOSUPERUSER NOBYPASSRLS;
CREATE ROLE governance_platform_worker LOGIN PASSWORD :'platform_worker_password' NOSUPERUSER NOBYPASSRLS;
CREATE ROLE governance_commands LOGIN PASSWORD :'commands_password' NOSUPERUSER NOBYPASSRLS;
-- For an autoscaler of Kubernetes. Compose has none.
CREATE ROLE governance_scaler NOLOGIN NOSUPERUSER NOBYPASSRLS;
CREATE ROLE governance_functions NOLOGIN NOSUPERUSER NOBYPASSRLS;
GRANT governance_functions TO governance;
CREATE DATABASE governance OWNER governance;
REVOKE CONNECT ON DATABASE governance FROM PUBLIC;
GRANT CONNECT ON DATABASE governance TO governance_public_api, governance_public_worker;
GRANT CONNECT ON DATABASE governance TO governance_platform_api, governance_platform_worker, governance_commands;

CREATE ROLE identity LOGIN PASSWORD :'identity_password' NOSUPERUSER NOBYPASSRLS;
CREATE ROLE governance_identity LOGIN PASSWORD :'identity_provider_password' NOSUPERUSER NOBYPASSRLS;
CREATE DATABASE identity OWNER identity;
REVOKE CONNECT ON DATABASE identity FROM PUBLIC;
GRANT CONNECT ON DATABASE identity TO governance_identity;
