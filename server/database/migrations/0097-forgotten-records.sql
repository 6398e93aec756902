-- Records that were forgotten on a person's request: what their history said of them until then is shown to nobody. The trail itself is sealed and stays.
create table audit_forgotten (
  doc_type text not null,
  doc_id bigint not null,
  at timestamptz not null,
  primary key (doc_type, doc_id)
);
