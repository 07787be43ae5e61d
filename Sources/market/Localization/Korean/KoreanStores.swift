import Console

extension Korean {
  /// Copies, migrations and checks of a deployment.
  static let stores: Language.Table = [
    "%1, %2 rows, %3":
      "%1, %2행, %3",
    "A command or a server that opens a store of an earlier version does the same. With '--plan' the steps are shown and nothing is changed: a step that expands adds tables, columns or indexes, and servers of the version before it can keep running on a PostgreSQL database; before one that contracts they are stopped. All steps are one transaction. One command migrates at a time; others wait up to a minute, and no table is waited for longer than 2 seconds at a time.":
      "이전 버전의 저장소를 여는 명령이나 서버도 같은 일을 합니다. '--plan'은 단계를 표시만 하고 아무것도 변경하지 않습니다. 확장(expand) 단계는 테이블, 열, 인덱스를 추가하므로 PostgreSQL 데이터베이스에서는 이전 버전의 서버를 계속 실행할 수 있습니다. 축소(contract) 단계 전에는 서버를 중지해야 합니다. 모든 단계는 트랜잭션 하나로 실행합니다. 한 번에 한 명령만 실행하고 다른 명령은 1분까지 기다리며, 테이블을 한 번에 2초 넘게 기다리지 않습니다.",
    "A new file, or an empty database at postgres://.":
      "새 파일 또는 postgres:// 주소의 빈 데이터베이스.",
    "A store in memory cannot be copied":
      "메모리에 있는 저장소는 복사할 수 없습니다",
    "And back to a file.":
      "다시 파일로 복사합니다.",
    "Another command copies to '%1'":
      "다른 명령이 '%1'에 복사하고 있습니다",
    "Another program has changed the schema: compare it with that of a new store":
      "다른 프로그램이 스키마를 변경했습니다. 새 저장소의 스키마와 비교하세요",
    "Another version of market began the unfinished copy: it is dropped and begun again":
      "완료되지 않은 복사는 market의 다른 버전이 시작한 것이므로, 삭제하고 처음부터 다시 복사합니다",
    "Bring the store to the schema of this version.":
      "저장소의 스키마를 이 버전에 맞게 변경합니다.",
    "Change it, before the new server starts.":
      "새 서버를 시작하기 전에 변경합니다.",
    "Check a database for three servers.":
      "서버 세 대가 사용할 데이터베이스를 점검합니다.",
    "Check a file.":
      "파일을 점검합니다.",
    "Check how the store is set up.":
      "저장소의 설정을 점검합니다.",
    "Check the path or the address":
      "경로나 주소를 확인하세요",
    "Check the source, write nothing.":
      "원본만 확인하고 아무것도 쓰지 않습니다.",
    "Check the store with 'market check'; nothing was written":
      "'market check'로 저장소를 검사하세요. 아무것도 쓰지 않았습니다",
    "Checking":
      "확인 중",
    "Checks the deployment, not what is in the store ('market check' does that). Of a PostgreSQL database: versions, encoding, schema, TLS, connections, clock, and whether a commit can be lost; of a file: permissions, journal, disk and schema. Each check is a line with 'ok', 'warn' or 'fail', and what to do. The exit code is 1 where one fails. Nothing is changed.":
      "저장소의 내용('market check'가 검사)이 아니라 배포 환경을 점검합니다. PostgreSQL 데이터베이스는 버전, 인코딩, 스키마, TLS, 연결 수, 시계, 커밋 유실 가능성을, 파일은 권한, 저널, 디스크, 스키마를 점검합니다. 점검마다 'ok', 'warn', 'fail' 중 하나와 조치 방법을 한 줄로 표시합니다. fail이 있으면 종료 코드는 1입니다. 아무것도 변경하지 않습니다.",
    "Clock of the database: %1 s ahead":
      "데이터베이스 시계: %1초 빠름",
    "Commits are on the disk before they are acknowledged":
      "커밋: 디스크에 저장한 뒤 응답합니다",
    "Commits can be lost: %1":
      "커밋이 유실될 수 있습니다: %1",
    "Comparing":
      "비교 중",
    "Connections: %1 of %2, %3 open now":
      "연결: 최대 %2개 중 %1개 필요, 현재 %3개 열림",
    "Copied to '%1'": "'%1'에 복사했습니다",
    "Copied to '%1' and compared: %2, %3 rows, %4":
      "'%1'에 복사하고 비교했습니다: %2, %3행, %4",
    "Copies all tables, images and history, with their ids, from a file to a PostgreSQL database or back. The source is checked first, and read as it is at one moment: writers of a file wait meanwhile, those of a database do not. The target must be empty. Before it becomes a store, it is read back and compared: the digest of each table, the schema, and what 'market check' checks. Until then every command refuses it. When a copy is interrupted, the same command goes on after the last rows that were saved; if these rows have changed in the source, it says so and begins again.":
      "모든 테이블, 이미지, 이력을 번호까지 그대로 파일에서 PostgreSQL 데이터베이스로, 또는 그 반대로 복사합니다. 먼저 원본을 확인하고 한 시점의 내용을 읽습니다. 그동안 파일에 쓰는 명령은 기다리고, 데이터베이스에 쓰는 명령은 기다리지 않습니다. 대상은 비어 있어야 합니다. 대상은 저장소가 되기 전에 다시 읽어 테이블마다 다이제스트를, 그리고 스키마와 'market check'의 검사 항목을 비교합니다. 그 전까지 모든 명령이 대상을 거부합니다. 복사가 중단되면 같은 명령으로 마지막으로 저장한 행 다음부터 이어서 복사합니다. 그 행들이 원본에서 바뀌었으면 그 사실을 알리고 처음부터 다시 복사합니다.",
    "Copy a store to another database.":
      "저장소를 다른 데이터베이스로 복사합니다.",
    "Correct these rows; nothing was written":
      "해당 행을 고치세요. 아무것도 쓰지 않았습니다",
    "Create the database with ENCODING 'UTF8'":
      "ENCODING 'UTF8'로 데이터베이스를 만드세요",
    "Disk: %1 free, the store has %2":
      "디스크: 여유 공간 %1, 저장소 크기 %2",
    "Dry run, nothing copied.":
      "모의 실행입니다. 복사하지 않았습니다.",
    "Encoding: %1":
      "인코딩: %1",
    "For example: 'market copy sqlite:market.db postgres://localhost/market'":
      "예: 'market copy sqlite:market.db postgres://localhost/market'",
    "Free some space: a migration or a backup needs as much as the store has":
      "디스크 공간을 확보하세요. 마이그레이션이나 백업에는 저장소 크기만큼의 공간이 필요합니다",
    "Give the folder to the user of the server, with the permissions 700":
      "폴더의 소유자를 서버의 사용자로, 권한을 700으로 바꾸세요",
    "Going on after %1 rows":
      "저장된 %1행 다음부터 이어서 복사합니다",
    "Grant pg_monitor to the account, or look at pg_stat_replication yourself":
      "계정에 pg_monitor 권한을 주거나 pg_stat_replication을 직접 확인하세요",
    "Install libpq 14 or later":
      "libpq 14 이상을 설치하세요",
    "Interrupted; the copy is not complete":
      "중단되었습니다. 복사가 완료되지 않았습니다",
    "Invalid value '%1' for <%2>: %3":
      "<%2>의 값 '%1'이(가) 올바르지 않습니다: %3",
    "Journal: %1":
      "저널: %1",
    "Let nothing else write to the target; drop it, and repeat the command. It is not a store yet":
      "다른 프로그램이 대상에 쓰지 않게 하고, 대상을 삭제한 뒤 명령을 다시 실행하세요. 대상은 아직 저장소가 아닙니다",
    "libpq: %1":
      "libpq 버전: %1",
    "Most connections of each server, as 'market serve' has them.":
      "서버마다 'market serve'가 사용하는 최대 연결 수.",
    "Move the file to a disk of this machine, or use PostgreSQL: locks over a network are not reliable":
      "파일을 이 컴퓨터의 디스크로 옮기거나 PostgreSQL을 사용하세요. 네트워크를 통한 잠금은 안전하지 않습니다",
    "Move to PostgreSQL.":
      "PostgreSQL로 옮깁니다.",
    "Name a file, or the address of a database":
      "파일이나 데이터베이스의 주소를 지정하세요",
    "Name a new file, or an empty database or schema; nothing was changed":
      "새 파일, 또는 빈 데이터베이스나 스키마를 지정하세요. 아무것도 변경하지 않았습니다",
    "Name an empty target":
      "비어 있는 대상을 지정하세요",
    "Name an empty target: a copy never replaces a store":
      "비어 있는 대상을 지정하세요. 복사는 기존 저장소를 바꾸지 않습니다",
    "Name the primary, or several hosts with target_session_attrs=read-write":
      "주 서버를 지정하거나, target_session_attrs=read-write와 함께 여러 호스트를 지정하세요",
    "One check a line: ok, warn or fail, its name, what was found, what to do; --json too.":
      "점검마다 한 줄: ok, warn, fail 중 하나, 점검 이름, 결과, 조치 방법. --json도 사용할 수 있습니다.",
    "One step a line: ran or would run, its number, its name, expand or contract.":
      "단계마다 한 줄: ran 또는 would run, 번호, 이름, expand 또는 contract.",
    "One table a line: name, rows, bytes of its values, SHA-256.":
      "테이블마다 한 줄: 이름, 행 수, 값의 바이트 수, SHA-256.",
    "Other users can write to the folder":
      "다른 사용자가 폴더에 쓸 수 있습니다",
    "Permissions of the file: %1":
      "파일 권한: %1",
    "piped copy":
      "파이프의 copy",
    "piped doctor":
      "파이프의 doctor",
    "piped migrate":
      "파이프의 migrate",
    "Plan, nothing changed.":
      "계획입니다. 변경하지 않았습니다.",
    "PostgreSQL: %1":
      "PostgreSQL 버전: %1",
    "Raise max_connections, or lower '--connections' of the servers":
      "max_connections를 늘리거나 서버의 '--connections'를 줄이세요",
    "Repeat the 'market copy' that began it, which goes on where it has stopped":
      "시작했던 'market copy' 명령을 다시 실행하세요. 멈춘 곳부터 이어서 복사합니다",
    "Repeat the command with the first source, or name an empty target":
      "처음의 원본으로 명령을 다시 실행하거나 비어 있는 대상을 지정하세요",
    "Repeat the command: it goes on where it has stopped":
      "명령을 다시 실행하세요. 멈춘 곳부터 이어서 복사합니다",
    "Run 'chmod 600' on the file":
      "파일에 'chmod 600'을 실행하세요",
    "Run 'market migrate --plan'":
      "'market migrate --plan'을 실행하세요",
    "Run 'market migrate --store %1' first":
      "먼저 'market migrate --store %1'을 실행하세요",
    "Run 'PRAGMA journal_mode = DELETE' while no server uses the file":
      "파일을 사용하는 서버가 없을 때 'PRAGMA journal_mode = DELETE'를 실행하세요",
    "Run the check once with the owner of the database":
      "데이터베이스 소유자로 점검을 한 번 실행하세요",
    "Schema: no store yet":
      "스키마: 아직 저장소가 없습니다",
    "Schema: version %1 of %2":
      "스키마: 버전 %1(최신 %2)",
    "Servers of earlier versions can keep running":
      "이전 버전의 서버를 계속 실행할 수 있습니다",
    "Servers that share the database.":
      "데이터베이스를 함께 사용하는 서버 수.",
    "Set synchronous_standby_names, so that a commit survives the loss of this machine":
      "이 컴퓨터를 잃어도 커밋이 남도록 synchronous_standby_names를 설정하세요",
    "Show the steps without running them, as --dry-run does.":
      "--dry-run처럼 단계를 실행하지 않고 표시합니다.",
    "Show what would change.":
      "무엇이 바뀌는지 표시합니다.",
    "Source '%1': %2":
      "원본 '%1': %2",
    "Start a standby that is named: until then no commit ends":
      "지정된 대기 서버를 시작하세요. 그 전에는 커밋이 끝나지 않습니다",
    "Stop the servers of earlier versions first, and make a backup":
      "먼저 이전 버전의 서버를 중지하고 백업하세요",
    "Synchronize both clocks, for example with chrony":
      "chrony 등으로 두 시계를 맞추세요",
    "Synchronous standbys: %1, %2 connected":
      "동기 대기 서버: %1, %2대 연결됨",
    "Synchronous standbys: %1, and the account may not see their state":
      "동기 대기 서버: %1, 계정에 상태를 볼 권한이 없습니다",
    "Synchronous standbys: none":
      "동기 대기 서버: 없음",
    "Table '%1', row '%2': '%3' refers to a row that is not there":
      "테이블 '%1', 행 '%2': '%3' 값이 가리키는 행이 없습니다",
    "Table '%1', row '%2': the text of '%3' has the character NUL":
      "테이블 '%1', 행 '%2': '%3' 텍스트에 NUL 문자가 있습니다",
    "Table '%1', row '%2': the text of '%3' is not UTF-8":
      "테이블 '%1', 행 '%2': '%3' 텍스트가 UTF-8이 아닙니다",
    "Tables: as the migrations make them":
      "테이블: 마이그레이션이 만드는 것과 같습니다",
    "Tables: not as the migrations make them":
      "테이블: 마이그레이션이 만드는 것과 다릅니다",
    "Tables: not compared; the account may not create a schema":
      "테이블: 계정에 스키마를 만들 권한이 없어 비교하지 못했습니다",
    "Target '%1': %2":
      "대상 '%1': %2",
    "The copied rows of the table '%1' have changed in the source: the unfinished copy is dropped and begun again":
      "이미 복사한 테이블 '%1'의 행이 원본에서 바뀌었으므로, 완료되지 않은 복사를 삭제하고 처음부터 다시 복사합니다",
    "The copy is not sound":
      "복사본에 이상이 있습니다",
    "The copy of the table '%1' is not equal to the source":
      "테이블 '%1'의 복사본이 원본과 다릅니다",
    "The file is on a disk of another machine":
      "파일이 다른 컴퓨터의 디스크에 있습니다",
    "The file is on a disk of this machine":
      "파일이 이 컴퓨터의 디스크에 있습니다",
    "The folder is not writable":
      "폴더에 쓸 수 없습니다",
    "The folder is writable by its owner":
      "폴더: 소유자만 쓸 수 있습니다",
    "The schema has version %1 already":
      "스키마는 이미 버전 %1입니다",
    "The schema has version %1 now": "스키마를 버전 %1(으)로 올렸습니다",
    "The schema of the source '%1' has version %2, and this program copies version %3":
      "원본 '%1'의 스키마는 버전 %2이고, 이 프로그램은 버전 %3을 복사합니다",
    "The schema of the target '%1' was changed during the copy":
      "복사하는 동안 대상 '%1'의 스키마가 바뀌었습니다",
    "The server is a standby":
      "서버가 대기 서버입니다",
    "The server takes writes":
      "서버에 쓸 수 있습니다",
    "The source '%1' is not sound":
      "원본 '%1'에 이상이 있습니다",
    "The source and the target are the same: '%1'":
      "원본과 대상이 같습니다: '%1'",
    "The source has rows that cannot be copied":
      "원본에 복사할 수 없는 행이 있습니다",
    "The store is an unfinished copy":
      "저장소가 완료되지 않은 복사본입니다",
    "The store is made":
      "저장소를 만듭니다",
    "The store to copy: a file, or a database at postgres://.":
      "복사할 저장소. 파일 또는 postgres:// 주소의 데이터베이스.",
    "The table '%1' has other columns in the target than in the source":
      "테이블 '%1'의 열이 원본과 대상에서 다릅니다",
    "The table '%1' is unknown to this program":
      "테이블 '%1'은(는) 이 프로그램이 모르는 테이블입니다",
    "The target '%1' has a store already":
      "대상 '%1'에 이미 저장소가 있습니다",
    "The target '%1' has an unfinished copy of another store":
      "대상 '%1'에 다른 저장소의 완료되지 않은 복사본이 있습니다",
    "The target '%1' is not empty":
      "대상 '%1'이(가) 비어 있지 않습니다",
    "TLS: %1, and the server does not prove its name":
      "TLS: %1, 서버 이름을 검증하지 않습니다",
    "TLS: %1, and the server proves its name":
      "TLS: %1, 서버 이름을 검증합니다",
    "TLS: none":
      "TLS: 사용하지 않음",
    "TLS: none, on this machine":
      "TLS: 사용하지 않음(이 컴퓨터의 데이터베이스)",
    "Turn these parameters on in postgresql.conf":
      "postgresql.conf에서 이 매개변수를 켜세요",
    "Turn TLS on at the server, and use sslmode=verify-full":
      "서버에서 TLS를 켜고 sslmode=verify-full을 사용하세요",
    "Update market":
      "market을 업데이트하세요",
    "Use one version of market for both stores":
      "두 저장소에 같은 버전의 market을 사용하세요",
    "Use PostgreSQL 14 or later":
      "PostgreSQL 14 이상을 사용하세요",
    "Use sslmode=verify-full, with the certificate of the authority in sslrootcert":
      "sslrootcert에 인증 기관의 인증서를 지정하고 sslmode=verify-full을 사용하세요",
    "Wait until that command has ended, then try again":
      "그 명령이 끝난 뒤 다시 실행하세요",
    "Would copy:":
      "복사할 내용:",
    "Would run:":
      "실행할 단계:",
  ]
}
