-- K183: a version that is or was offered says since when, an installed client's has its package, the web client's its build; a draft was never offered.
select id, client_type, version_no, status, published_at, file_path, page_build
from client_version
where (status = 0) <> (published_at is null) or status = 1 and (client_type in (1, 2) and coalesce(file_path, '') = '' or client_type = 4 and page_build is null);
